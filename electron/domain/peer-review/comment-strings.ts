/** What a user confirms before a report is made that prints comments. */
export function commentsQuestion(open: number): string {
  const what = open === 1 ? '1 open comment' : `${String(open)} open comments`;
  return `This report prints ${what} of your colleagues. It is for internal use: do not send it to a client.`;
}
