// npm start: installs and builds what is missing, then runs the program; arguments are handed on (--roles, --help).
import { ensureInstalled, ensureWebBuilt, findNode, projectDir, runInFront } from './prepare.mjs';
import { join } from 'node:path';

ensureInstalled();
const node = findNode();
ensureWebBuilt(node);
process.exitCode = await runInFront(node, [join(projectDir, 'apps/server/src/main.ts'), ...process.argv.slice(2)]);
