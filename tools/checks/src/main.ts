import { fileURLToPath } from 'node:url';
import { browserValues } from './browser-values.ts';
import { codeRules, noReexports, permissionFirst } from './code-rules.ts';
import { dependencies } from './dependencies.ts';
import { endpointNames } from './endpoint-names.ts';
import { entryTexts } from './entry-texts.ts';
import { featureFaces } from './feature-faces.ts';
import { fileNames } from './file-names.ts';
import { checkLayers } from './layers.ts';
import { messages } from './messages.ts';
import { docstrings, environment, lockAndPaths, migrations, protocolNames } from './project-rules.ts';
import { styleClasses } from './style-classes.ts';
import { type Check, type Finding, readTree } from './tree.ts';

export const CHECKS: readonly Check[] = [
  fileNames,
  featureFaces,
  codeRules,
  noReexports,
  permissionFirst,
  messages,
  entryTexts,
  endpointNames,
  migrations,
  lockAndPaths,
  dependencies,
  environment,
  docstrings,
  protocolNames,
  styleClasses,
  browserValues,
];

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = readTree(root);
let failures = 0;

function report(name: string, findings: readonly Finding[], extra = ''): void {
  console.log(`${findings.length === 0 ? 'ok  ' : 'FAIL'} ${name}${extra}`);
  for (const { path, line, message } of findings) console.log(`     ${path}${line ? `:${line}` : ''}  ${message}`);
  failures += findings.length;
}

for (const check of CHECKS) report(check.name, check.run(files), ` (${files.length} files)`);
const layers = await checkLayers(root);
report('layers and cycles', layers.findings, ` (${layers.modules} modules)`);
if (failures > 0) {
  console.log(`${failures} findings`);
  process.exitCode = 1;
}
