import type { CvssVersion } from './cvss-metrics.ts';

type Meanings = Readonly<Record<string, Readonly<Record<string, string>>>>;

const requirement = {
  H: 'Losing it would be a catastrophe for the organization.',
  M: 'Losing it would do serious harm to the organization.',
  L: 'Losing it would do limited harm to the organization.',
};

const both: Meanings = {
  AV: {
    N: 'Over a network, from as far as packets are routed.',
    A: 'From the same network segment, or within radio range.',
    L: 'With access to the machine, or through a file that its user opens.',
    P: 'By touching the device.',
  },
  AC: {
    L: 'Works every time; nothing has to be prepared.',
    H: 'Depends on conditions that the attacker has to get around first.',
  },
  PR: {
    N: 'No account is needed.',
    L: 'An account with ordinary rights is needed.',
    H: 'An account with administrative rights is needed.',
  },
  C: {
    H: 'All data is disclosed, or the data that matters most.',
    L: 'Some data is disclosed, but not what the attacker chooses.',
    N: 'No data is disclosed.',
  },
  I: {
    H: 'All data can be changed, or the data that matters most.',
    L: 'Some data can be changed, without serious effect.',
    N: 'No data can be changed.',
  },
  A: {
    H: 'The service can be denied completely.',
    L: 'The service gets slower or fails at times.',
    N: 'The service is not affected.',
  },
  CR: requirement,
  IR: requirement,
  AR: requirement,
};

const version3: Meanings = {
  ...both,
  UI: {
    N: 'Nobody else has to do anything.',
    R: 'Somebody else has to do something, such as follow a link.',
  },
  S: {
    U: 'The harm stays within what the vulnerable component governs.',
    C: 'The harm reaches beyond what the vulnerable component governs.',
  },
  E: {
    H: 'A working exploit is in use, or none is needed.',
    F: 'Exploit code works in most situations.',
    P: 'There is a proof of concept that takes work to use.',
    U: 'No exploit is known.',
  },
  RL: {
    U: 'There is no fix.',
    W: 'There is a way around it, but not from the vendor.',
    T: 'The vendor has a temporary fix.',
    O: 'The vendor has a complete fix.',
  },
  RC: {
    C: 'Confirmed by the vendor, or reproduced.',
    R: 'Likely, but not every detail is confirmed.',
    U: 'Reported, with a cause that is not known or in doubt.',
  },
};

const version4: Meanings = {
  ...both,
  AT: {
    N: 'It works however the target is set up.',
    P: 'The target has to be set up or to behave in a certain way.',
  },
  UI: {
    N: 'Nobody else has to do anything.',
    P: 'Somebody else has to do something ordinary, without noticing.',
    A: 'Somebody else has to take a deliberate step, such as dismiss a warning.',
  },
  VC: both['C'] ?? {},
  VI: both['I'] ?? {},
  VA: both['A'] ?? {},
  SC: both['C'] ?? {},
  SI: { ...both['I'], S: 'People can be hurt if data is changed.' },
  SA: { ...both['A'], S: 'People can be hurt if the service fails.' },
  E: {
    A: 'Attacks were reported, or simple tools exist.',
    P: 'There is a proof of concept; no attack was reported.',
    U: 'Neither an exploit nor an attack is known.',
  },
  S: { N: 'Injuries would be slight at most.', P: 'People can be seriously hurt.' },
  AU: {
    N: 'The attack cannot run by itself against many targets.',
    Y: 'The attack can run by itself against many targets.',
  },
  R: {
    A: 'The system recovers by itself.',
    U: 'Somebody has to bring the system back.',
    I: 'The system cannot be brought back.',
  },
  V: { D: 'One attack reaches few resources.', C: 'One attack reaches many resources.' },
  RE: {
    L: 'Little work for those who respond.',
    M: 'Some work for those who respond.',
    H: 'Much work for those who respond, or a replacement.',
  },
  U: {
    Clear: 'The provider calls it informational.',
    Green: 'The provider calls it of reduced urgency.',
    Amber: 'The provider calls it of moderate urgency.',
    Red: 'The provider calls it of the highest urgency.',
  },
};

/**
 * What a value of a metric says, in one sentence; those of a modified metric (`MAV`) are those of its base metric.
 * Empty for a value that the version does not have.
 */
export function meaningOf(version: CvssVersion, metric: string, value: string): string {
  if (value === 'X') return 'Left out of the vector.';
  const meanings = version === '3.1' ? version3 : version4;
  return (meanings[metric] ?? meanings[metric.slice(1)])?.[value] ?? '';
}
