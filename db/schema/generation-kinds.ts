/**
 * Operations that ask the assistant to write something, as a list of SQL. They stand in the outbox but in no finding's
 * order: they are no layer, and nothing waits behind them.
 */
export const generationKinds = "('ai-demonstration', 'ai-merge')";
