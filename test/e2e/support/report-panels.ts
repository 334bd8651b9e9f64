import type { Locator, Page } from 'playwright-core';
import { partId, partNames } from '#renderer/features/reports/strings.ts';
import type { ReportPart } from '#renderer/features/reports/report.state.svelte.ts';

/** The panel of the report that is open. */
export function reportPanel(page: Page, part: ReportPart): Locator {
  return page.getByRole('region', { name: partNames[part], exact: true });
}

/** The button in the report's line of status that opens a panel. */
export function reportPart(page: Page, part: ReportPart): Locator {
  return page.locator(`#${partId(part)}`);
}

/** Opens a panel of the report, unless it is open. */
export async function openReportPanel(page: Page, part: ReportPart): Promise<Locator> {
  const opener = reportPart(page, part);
  if ((await opener.getAttribute('aria-expanded')) !== 'true') await opener.click();
  const panel = reportPanel(page, part);
  await panel.waitFor();
  return panel;
}
