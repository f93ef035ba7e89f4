import { fileURLToPath } from 'node:url';
import { checkLayers } from './layers.ts';
import { CHECKS } from './list.ts';
import { type Finding, readTree } from './tree.ts';

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
