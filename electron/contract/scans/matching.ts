/** By what a group of a scan is a finding that is there. */
export type MatchReason =
  /** It was imported from this rule. */
  | 'origin'
  /** Its tags name the rule. */
  | 'tag'
  | 'title-cwe'
  | 'title-asset'
  /** The user chose it. */
  | 'decided';

/** Why an item or a group of a scan is left out of an import. */
export type ScanLeftOutReason =
  /** It says what is there and no weakness, or its severity is informational. */
  | 'informational'
  /** The tool has it as a false positive. */
  | 'false-positive'
  /** The tool suppresses it. */
  | 'suppressed'
  /** The tool says that it is fixed. */
  | 'closed'
  /** It is less severe than the user wants. */
  | 'below'
  /** The user left it out. */
  | 'decided';
