/** A page of the help, and a heading of it by its anchor; its beginning if that is empty. */
export interface HelpPlace {
  readonly page: string;
  readonly anchor: string;
}

/** Where the help begins. */
export const firstPlace: HelpPlace = { page: 'README', anchor: '' };
