import type { Json, JsonObject } from '#contract/json.ts';
import type { ScanCvss, ScanItem } from '#contract/scans/item.ts';
import type { SeverityKey } from '#contract/value-lists.ts';
import { severityOfScore } from '#domain/finding/cvss/cvss-text.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { jsonValues } from '../json/values.ts';
import { listIn, numberIn, objectIn, objectOf, textIn, textsIn } from '../json/read.ts';
import { addressesIn, cveIn, cweIn, unique } from '../text/facts.ts';
import { codeBlock, paragraphs, plainText } from '../text/markdown.ts';
import { cvssList, scanCvss } from './cvss.ts';
import { namesMembers, type ScanFormat } from './format.ts';
import { itemOf } from './item.ts';

/** Trivy, `--format json`: images, folders, repositories and clusters. */
export const trivy: ScanFormat = {
  name: 'trivy',
  title: 'Trivy JSON',
  recognises: (head) =>
    namesMembers(head, 'SchemaVersion', 'ArtifactName') ||
    namesMembers(head, 'ArtifactName', 'Results') ||
    namesMembers(head, 'ClusterName') ||
    /^\s*\[\s*\{\s*"Target"\s*:/u.test(head),
  async *read({ chunks }) {
    // The first version wrote the bare list; clusters have an entry for each resource.
    const paths = ['Results', 'Resources', 'Vulnerabilities', 'Misconfigurations', 'Findings'].map((name) => [
      name,
      '*',
    ]);
    for await (const { value, line, parents } of jsonValues(chunks, [...paths, ['*']])) {
      const inner = listIn(value, 'Results');
      if (inner.length > 0 || textIn(value, 'Kind') !== '') {
        const resource = ['Namespace', 'Kind', 'Name']
          .map((name) => textIn(value, name))
          .filter((name) => name !== '');
        for (const result of inner) yield* resultItems(objectOf(result), { asset: resource.join('/') }, line);
      } else {
        const [artifact] = parents;
        const isImage = textIn(artifact, 'ArtifactType') === 'container_image';
        const asset = isImage ? textIn(artifact, 'ArtifactName') : '';
        yield* resultItems(objectOf(value), { asset: asset || textIn(value, 'Target') }, line);
      }
    }
  },
};

type Common = Pick<ScanItem, 'asset'>;

function* resultItems(result: JsonObject, common: Common, line: number): Iterable<ScanItem> {
  const target = textIn(result, 'Target');
  const kinds = [
    ['Vulnerabilities', vulnerability],
    ['Misconfigurations', misconfiguration],
    ['Secrets', secret],
    ['Licenses', license],
  ] as const;
  for (const [name, read] of kinds)
    for (const entry of listIn(result, name))
      yield itemOf({ ...common, ...read(entry, target), tool: 'trivy', line });
  // What a rule of the user or a statement of the vendor took out.
  for (const modified of listIn(result, 'ExperimentalModifiedFindings')) {
    const read = { vulnerability, misconfiguration, secret, license }[textIn(modified, 'Type')];
    if (read === undefined) continue;
    const suppressed = textIn(modified, 'Statement') || textIn(modified, 'Status') || 'in the tool';
    yield itemOf({
      ...common,
      ...read(objectIn(modified, 'Finding'), target),
      tool: 'trivy',
      suppressed,
      line,
    });
  }
}

type Said = Pick<ScanItem, 'rule' | 'title'> & Partial<ScanItem>;

function vulnerability(entry: Json, target: string): Said {
  const id = textIn(entry, 'VulnerabilityID');
  const name = textIn(entry, 'PkgName');
  const fixed = textIn(entry, 'FixedVersion');
  const cvss = cvssOf(entry);
  return {
    rule: id,
    title: textIn(entry, 'Title') || `${id} in ${name}`,
    severity: severityOf(entry, cvss),
    component: name,
    path: textIn(entry, 'PkgPath') || target || null,
    description: plainText(textIn(entry, 'Description')),
    observation: plainText(`${name} ${textIn(entry, 'InstalledVersion')} is installed.`),
    remediation: fixed === '' ? '' : plainText(`Update ${name} to ${fixed}.`),
    references: addressesIn([textIn(entry, 'PrimaryURL'), ...textsIn(entry, 'References')].join('\n')),
    cve: cveIn(id),
    cwe: unique(textsIn(entry, 'CweIDs').flatMap(cweIn)),
    cvss,
  };
}

function misconfiguration(entry: Json, target: string): Said {
  const cause = objectIn(entry, 'CauseMetadata');
  const start = textIn(cause, 'StartLine');
  const code = listIn(objectIn(cause, 'Code'), 'Lines').map((line) => {
    const { Content } = objectOf(line);
    return typeof Content === 'string' ? Content : '';
  });
  const status = textIn(entry, 'Status');
  return {
    rule: textIn(entry, 'AVDID') || textIn(entry, 'ID'),
    title: textIn(entry, 'Title'),
    severity: severityKeyOf(textIn(entry, 'Severity')),
    path: placeIn(target, start),
    description: plainText(textIn(entry, 'Description')),
    observation: paragraphs(plainText(textIn(entry, 'Message')), codeBlock(code.join('\n'))),
    remediation: plainText(textIn(entry, 'Resolution')),
    references: addressesIn([textIn(entry, 'PrimaryURL'), ...textsIn(entry, 'References')].join('\n')),
    informational: status === 'PASS',
    suppressed: status === 'EXCEPTION' ? 'in the tool' : null,
  };
}

function secret(entry: Json, target: string): Said {
  return {
    rule: textIn(entry, 'RuleID'),
    title: textIn(entry, 'Title'),
    severity: severityKeyOf(textIn(entry, 'Severity')),
    path: placeIn(target, textIn(entry, 'StartLine')),
    observation: codeBlock(textIn(entry, 'Match')),
    cwe: [798],
  };
}

function license(entry: Json, target: string): Said {
  const name = textIn(entry, 'Name');
  return {
    rule: `license:${name}`,
    title: `License ${name}`,
    severity: severityKeyOf(textIn(entry, 'Severity')),
    component: textIn(entry, 'PkgName') || null,
    path: textIn(entry, 'FilePath') || target || null,
    observation: plainText(
      [textIn(entry, 'PkgName'), textIn(entry, 'Category')].filter((text) => text !== '').join(': '),
    ),
    references: addressesIn(textIn(entry, 'Link')),
  };
}

function placeIn(target: string, line: string): string | null {
  if (target === '') return null;
  return line === '' || line === '0' ? target : `${target}:${line}`;
}

/** What Trivy itself says; without it the scores, the newest version first. */
function severityOf(entry: Json, cvss: readonly ScanCvss[]): SeverityKey {
  const said = severityKeyOf(textIn(entry, 'Severity'));
  const score = cvss.find(({ version, score }) => version !== '2.0' && score !== null)?.score;
  return said === 'unknown' && score != null ? severityOfScore(score) : said;
}

/** The scores of one source: that of the severity, else the usual ones in their order. */
function cvssOf(entry: Json): readonly ScanCvss[] {
  const sources = objectIn(entry, 'CVSS');
  const order = [textIn(entry, 'SeveritySource'), 'nvd', 'ghsa', 'redhat', ...Object.keys(sources)];
  for (const name of order) {
    const source = objectIn(sources, name);
    const found = cvssList(
      scanCvss(textIn(source, 'V40Vector'), numberIn(source, 'V40Score'), '4.0'),
      scanCvss(textIn(source, 'V3Vector'), numberIn(source, 'V3Score'), '3.1'),
      scanCvss(textIn(source, 'V2Vector'), numberIn(source, 'V2Score'), '2.0'),
    );
    if (found.length > 0) return found;
  }
  return [];
}
