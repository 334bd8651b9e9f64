/** How an engagement is named among what was chosen last in the palette (setting `recent`). */
export function engagementKey(project: string): string {
  return `engagement:${project}`;
}
