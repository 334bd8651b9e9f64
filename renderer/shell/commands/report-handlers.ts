import type { ReportFormat } from '#contract/deliverable/choices.ts';
import type { TemplateName } from '#contract/deliverable/template.ts';
import type { ReportContext } from '#renderer/features/reports/selection-context.ts';
import type { reportCommands } from '#renderer/features/reports/commands.ts';
import type { CommandHandler, HandlersOf } from '#renderer/session/commands/commands.svelte.ts';
import type { ReportChoicesWork } from '#renderer/features/reports/choice/report-choices.state.svelte.ts';
import type { ReportExport } from '#renderer/features/reports/export/report-export.state.svelte.ts';
import type { ReportLists } from '#renderer/features/reports/report-lists.state.svelte.ts';
import type { ReportPart } from '#renderer/features/reports/report.state.svelte.ts';

interface Parts {
  readonly exporting: ReportExport;
  readonly choices: ReportChoicesWork;
  readonly lists: ReportLists;
  readonly show: (part: ReportPart) => void;
  readonly choose: (template: TemplateName) => void;
  readonly ask: (asked: ReportContext) => void;
}

/** Carries out what can be asked for on the screen of the report. */
export function reportHandlers(parts: Parts): HandlersOf<typeof reportCommands> {
  const { exporting, choices, lists, show, choose, ask } = parts;
  const mayBegin = (): boolean => exporting.mayBegin;

  function exported(format: ReportFormat): CommandHandler {
    return {
      run: () => {
        exporting.begin(format);
      },
      when: mayBegin,
    };
  }
  function template(name: TemplateName): CommandHandler {
    return () => {
      choose(name);
    };
  }
  function part(name: ReportPart): CommandHandler {
    return () => {
      show(name);
    };
  }

  return {
    'report.export': exported('pdf'),
    'report.export.password': {
      run: () => {
        exporting.askPassword();
      },
      when: mayBegin,
    },
    'report.export.docx': exported('docx'),
    'report.export.html': exported('html'),
    'report.export.xlsx': exported('xlsx'),
    'report.export.csv': exported('csv'),
    'report.export.json': exported('json'),
    'report.export.markdown': exported('markdown'),
    'report.export.jira': exported('jira'),
    'report.export.github': exported('github'),
    'report.export.gitlab': exported('gitlab'),
    'report.export.azure': exported('azure'),
    'report.tab.check': part('check'),
    'report.tab.options': part('options'),
    'report.tab.editions': part('editions'),
    'report.template.technical': template('technical'),
    'report.template.executive': template('executive'),
    'report.template.retest': template('retest'),
    'report.template.single': template('single'),
    'report.template.by-asset': template('by-asset'),
    'report.template.summary-letter': template('summary-letter'),
    'report.template.retest-letter': template('retest-letter'),
    'report.template.attestation': template('attestation'),
    'report.findings': part('findings'),
    'report.themes': () => {
      ask({ kind: 'themes' });
    },
    'report.wordTemplates': () => {
      ask({ kind: 'word-templates' });
    },
    'report.masks': {
      run: () => {
        ask({ kind: 'masks' });
      },
      when: () => (lists.masks ?? []).length > 0,
    },
    'report.compare': {
      run: () => {
        const [to, from] = lists.editions;
        if (from !== undefined && to !== undefined) {
          ask({ kind: 'compare', from: from.edition, to: to.edition });
        }
      },
      when: () => lists.editions.length > 1,
    },
    'report.undo': {
      run: () => {
        void choices.step('undo');
      },
      when: () => choices.canUndo,
    },
  };
}
