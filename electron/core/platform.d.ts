/**
 * What Node and the browser both have, in the little that rules and contract use. They are checked without the types
 * of either, so that nothing that only one of them knows can slip in.
 */
interface AbortSignal {
  readonly aborted: boolean;
}

declare class URL {
  static canParse(url: string, base?: string): boolean;
}
