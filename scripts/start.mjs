// npm start: installs and builds what is missing, then runs the program; arguments are handed on (--roles, --help).
import { ensureInstalled, ensureWebBuilt, findNode, projectDir, runInFront } from './prepare.mjs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

ensureInstalled();
const node = findNode();
// Whoever serves no pages needs none.
if (servesPages(process.argv.slice(2))) ensureWebBuilt(node);
process.exitCode = await runInFront(node, [join(projectDir, 'apps/server/src/main.ts'), ...process.argv.slice(2)]);

/** Whether the roles asked for (all, if none are) include the interface. */
function servesPages(args) {
  const { values } = parseArgs({ args, options: { roles: { type: 'string' } }, strict: false });
  return typeof values.roles !== 'string' || /(^|,)\s*api\s*(,|$)/.test(values.roles);
}
