import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

/** Report details of the engagement: what is asked for, what is written, and what is pasted. */
export async function engagementScenes({ page, showLists, button, scene }: Stage): Promise<void> {
  const form = page.getByRole('region', { name: 'Report details' });
  await scene('engagement-empty', async () => {
    await showLists();
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Engagement' })
      .click();
    await form.getByText('for a final report').waitFor();
  });
  await scene('engagement', async () => {
    await callFrom(page, 'engagement.describe', {
      project,
      facts: {
        client: 'Harbour Holding AG',
        begins: '2026-11-02',
        classification: 'Confidential',
        contacts: [{ name: 'Ida Ferry', role: 'CISO', email: 'ida@harbour.test' }],
        scopeIn: [{ what: '*.harbour.test', note: 'All applications' }, { what: '10.20.0.0/16' }],
        summary:
          '## In short\n\n**{{client}}** was tested from {{begins}} to {{ends}}.\n\n- {{count.high}} high\n- {{count}} in all',
        strengths: 'Servers are patched, and administrators have a second factor.',
        roadmap: [{ finding: 'f1', measure: 'Bind the parameters of all queries', effort: 'medium' }],
        narrative: 'The testers began without an account.',
        timeline: [
          { when: '2 Nov, 10:20', what: 'Found the search', finding: 'f1' },
          { when: '2 Nov, 14:05', what: 'Signed in as administrator' },
        ],
        appendices: [{ title: 'Tools', text: '| Tool | For |\n| --- | --- |\n| Scanner | ports |' }],
        versions: [{ version: '0.9', date: '2026-11-20', author: 'Mara', note: 'Draft' }],
      },
    });
    await form.getByText('In short').last().waitFor();
  });
  await scene('engagement-managers', () =>
    form.getByRole('navigation').getByRole('button', { name: 'Rating' }).click(),
  );
  await scene('engagement-attack', () =>
    form.getByRole('navigation').getByRole('button', { name: 'Attack' }).click(),
  );
  await scene('engagement-texts', () =>
    form.getByRole('navigation').getByRole('button', { name: 'Conclusions' }).click(),
  );
  await scene('engagement-lines', async () => {
    await button('Add many lines…').first().click();
    await page.keyboard.insertText('portal.harbour.test\tThe portal\n10.0.0.0/8, 10.1.1.1');
  });
  // Lines that are written are asked about before they are dropped.
  await scene('engagement-lines-left', () => page.keyboard.press('Escape'));
  await button('Discard').click();
  await page.keyboard.press('Escape');
}
