/**
 * What Node and the browser both have, in the little that rules and contract use. They are checked without the types
 * of either, so that nothing that only one of them knows can slip in.
 */
interface AbortSignal {
  readonly aborted: boolean;
}

declare class URL {
  constructor(url: string, base?: string);
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly origin: string;
  readonly href: string;
  static canParse(url: string, base?: string): boolean;
}
