import type { EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import { isList } from '#domain/base/json.ts';
import { valueLabel } from '#domain/finding/labels/value-labels.ts';
import type { SnippetField } from '#domain/text/snippet.ts';

/** What a snippet can name of a finding, as it stands in the editor. */
export function snippetValues(
  valueOf: (field: EditableField) => Json | undefined,
): Readonly<Record<SnippetField, string>> {
  const text = (field: EditableField): string => {
    const value = valueOf(field);
    return typeof value === 'string' ? value : '';
  };
  const asset = valueOf('asset');
  const assets = isList(asset) ? asset.filter((one) => typeof one === 'string') : [text('asset')];
  return {
    title: text('title'),
    asset: assets[0] ?? '',
    assets: assets.join(', '),
    severity: valueLabel(text('severity')),
    status: valueLabel(text('status')),
    cvss: text('CVSS'),
  };
}
