import { execFileSync } from 'node:child_process';

/* Makes the copy of the tree a repository: some tests ask git for the files of the program. */
execFileSync('git', ['init', '--quiet']);
execFileSync('git', ['add', 'electron', 'db', 'renderer', 'test', 'docs']);
