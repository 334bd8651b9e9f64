/** `npm run commands`: writes `docs/use/commands.md` from the definitions of the commands. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsPage } from '../cli/command/commands-page.ts';
import { commands } from '../cli/definitions/commands.ts';
import { root } from './install.js';

writeFileSync(join(root, 'docs', 'use', 'commands.md'), commandsPage(commands));
