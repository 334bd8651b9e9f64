/** Versions of CVSS that can be put together metric by metric. Vectors of 3.0 have the metrics of 3.1. */
export type CvssVersion = '3.1' | '4.0';

export type CvssGroup = 'base' | 'threat' | 'environmental' | 'supplemental';

/** One metric of a version: `key` and the keys of its values as vectors write them. */
export interface CvssMetric {
  readonly key: string;
  readonly name: string;
  readonly group: CvssGroup;
  /** `X` (not defined) comes first if the metric may be left out. */
  readonly values: readonly { readonly key: string; readonly name: string }[];
}

const none = { X: 'Not defined' };
const vector = { N: 'Network', A: 'Adjacent', L: 'Local', P: 'Physical' };
const lowHigh = { L: 'Low', H: 'High' };
const privileges = { N: 'None', L: 'Low', H: 'High' };
const impact = { H: 'High', L: 'Low', N: 'None' };
const requirement = { ...none, H: 'High', M: 'Medium', L: 'Low' };
const interaction3 = { N: 'None', R: 'Required' };
const scope = { U: 'Unchanged', C: 'Changed' };
const attackRequirements = { N: 'None', P: 'Present' };
const interaction4 = { N: 'None', P: 'Passive', A: 'Active' };

const version3: readonly CvssMetric[] = [
  ...group('base', [
    ['AV', 'Attack vector', vector],
    ['AC', 'Attack complexity', lowHigh],
    ['PR', 'Privileges required', privileges],
    ['UI', 'User interaction', interaction3],
    ['S', 'Scope', scope],
    ['C', 'Confidentiality', impact],
    ['I', 'Integrity', impact],
    ['A', 'Availability', impact],
  ]),
  ...group('threat', [
    [
      'E',
      'Exploit code maturity',
      { ...none, H: 'High', F: 'Functional', P: 'Proof of concept', U: 'Unproven' },
    ],
    [
      'RL',
      'Remediation level',
      { ...none, U: 'Unavailable', W: 'Workaround', T: 'Temporary fix', O: 'Official fix' },
    ],
    ['RC', 'Report confidence', { ...none, C: 'Confirmed', R: 'Reasonable', U: 'Unknown' }],
  ]),
  ...group('environmental', [
    ['CR', 'Confidentiality requirement', requirement],
    ['IR', 'Integrity requirement', requirement],
    ['AR', 'Availability requirement', requirement],
    ['MAV', 'Modified attack vector', { ...none, ...vector }],
    ['MAC', 'Modified attack complexity', { ...none, ...lowHigh }],
    ['MPR', 'Modified privileges required', { ...none, ...privileges }],
    ['MUI', 'Modified user interaction', { ...none, ...interaction3 }],
    ['MS', 'Modified scope', { ...none, ...scope }],
    ['MC', 'Modified confidentiality', { ...none, ...impact }],
    ['MI', 'Modified integrity', { ...none, ...impact }],
    ['MA', 'Modified availability', { ...none, ...impact }],
  ]),
];

const version4: readonly CvssMetric[] = [
  ...group('base', [
    ['AV', 'Attack vector', vector],
    ['AC', 'Attack complexity', lowHigh],
    ['AT', 'Attack requirements', attackRequirements],
    ['PR', 'Privileges required', privileges],
    ['UI', 'User interaction', interaction4],
    ['VC', 'Confidentiality, vulnerable system', impact],
    ['VI', 'Integrity, vulnerable system', impact],
    ['VA', 'Availability, vulnerable system', impact],
    ['SC', 'Confidentiality, subsequent systems', impact],
    ['SI', 'Integrity, subsequent systems', impact],
    ['SA', 'Availability, subsequent systems', impact],
  ]),
  ...group('threat', [
    ['E', 'Exploit maturity', { ...none, A: 'Attacked', P: 'Proof of concept', U: 'Unreported' }],
  ]),
  ...group('environmental', [
    ['CR', 'Confidentiality requirement', requirement],
    ['IR', 'Integrity requirement', requirement],
    ['AR', 'Availability requirement', requirement],
    ['MAV', 'Modified attack vector', { ...none, ...vector }],
    ['MAC', 'Modified attack complexity', { ...none, ...lowHigh }],
    ['MAT', 'Modified attack requirements', { ...none, ...attackRequirements }],
    ['MPR', 'Modified privileges required', { ...none, ...privileges }],
    ['MUI', 'Modified user interaction', { ...none, ...interaction4 }],
    ['MVC', 'Modified confidentiality, vulnerable system', { ...none, ...impact }],
    ['MVI', 'Modified integrity, vulnerable system', { ...none, ...impact }],
    ['MVA', 'Modified availability, vulnerable system', { ...none, ...impact }],
    ['MSC', 'Modified confidentiality, subsequent systems', { ...none, ...impact }],
    ['MSI', 'Modified integrity, subsequent systems', { ...none, S: 'Safety', ...impact }],
    ['MSA', 'Modified availability, subsequent systems', { ...none, S: 'Safety', ...impact }],
  ]),
  ...group('supplemental', [
    ['S', 'Safety', { ...none, N: 'Negligible', P: 'Present' }],
    ['AU', 'Automatable', { ...none, N: 'No', Y: 'Yes' }],
    ['R', 'Recovery', { ...none, A: 'Automatic', U: 'User', I: 'Irrecoverable' }],
    ['V', 'Value density', { ...none, D: 'Diffuse', C: 'Concentrated' }],
    ['RE', 'Response effort', { ...none, L: 'Low', M: 'Moderate', H: 'High' }],
    ['U', 'Provider urgency', { ...none, Clear: 'Clear', Green: 'Green', Amber: 'Amber', Red: 'Red' }],
  ]),
];

/** The metrics of a version, in the order in which a vector writes them. */
export function metricsOf(version: CvssVersion): readonly CvssMetric[] {
  return version === '3.1' ? version3 : version4;
}

function group(
  name: CvssGroup,
  rows: readonly (readonly [key: string, name: string, values: Readonly<Record<string, string>>])[],
): CvssMetric[] {
  return rows.map(([key, label, values]) => ({
    key,
    name: label,
    group: name,
    values: Object.entries(values).map(([value, valueName]) => ({ key: value, name: valueName })),
  }));
}
