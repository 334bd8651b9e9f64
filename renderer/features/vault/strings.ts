import { counted } from '#renderer/ui/text/format.ts';

/** Texts of engagements in the window. */
export const engagementStrings = {
  looking: 'Looking for your projects on the service …',
  found: 'Found on the service',
  partial: 'The service has more findings than were looked at. If your project is missing, type its ID.',
  allAdded: 'Every project that the service shows is added already.',
  notFound: 'The service shows no findings under this ID. Check the ID.',
  alreadyAdded: 'This project is added already.',
  findings: (count: number, complete: boolean): string =>
    complete ? counted(count, 'finding') : `At least ${counted(count, 'finding')}`,
  onService: (count: number, complete: boolean): string =>
    complete
      ? `${counted(count, 'finding')} on the service.`
      : `At least ${counted(count, 'finding')} on the service.`,
  refused: (reason: string): string => `The service did not list its projects. Type the ID. (${reason})`,
  renameTitle: 'Rename engagement',
  rename: 'Rename engagement',
  name: 'Name',
  client: 'Client',
  optional: 'Optional.',
  nameHint: (project: string): string =>
    `Shown in lists and on the report. Without one, the ID ${project} is shown.`,
  idStays: (project: string): string =>
    `The ID stays ${project}. If it is mistyped, add an engagement with the right ID and remove this one.`,
} as const;
