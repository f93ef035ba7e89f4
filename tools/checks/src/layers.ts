import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { join } from 'node:path';
import { folderCycles } from './folder-cycles.ts';
import { RULES } from './layer-rules.ts';
import type { Finding } from './tree.ts';

/** Fewer modules than this means that the reader saw nothing, not that nothing is wrong. */
const LEAST_MODULES = 80;

/** Runs the layer rules over the real import graph below `root`. */
export async function checkLayers(root: string, least = LEAST_MODULES): Promise<{ findings: Finding[]; modules: number }> {
  const { output } = await cruise(
    ['packages', 'apps', 'tools', 'e2e'],
    {
      baseDir: root,
      ruleSet: { forbidden: RULES },
      validate: true,
      exclude: { path: '(^|/)(dist|node_modules)/' },
      doNotFollow: { path: 'node_modules' },
      tsPreCompilationDeps: true,
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'default'],
        extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
      },
    },
    {},
    { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
  );
  const result = output as ICruiseResult;
  const findings = result.summary.violations.map((violation) => ({
    path: violation.from,
    message: `${violation.rule.name}: ${violation.cycle ? violation.cycle.map((step) => step.name).join(' -> ') : violation.to}`,
  }));
  const graph = new Map(result.modules.map(({ source, dependencies }) => [source, dependencies.map(({ resolved }) => resolved)]));
  findings.push(...folderCycles(graph));
  const modules = result.modules.filter((module) => !module.coreModule && !module.couldNotResolve).length;
  if (modules < least) findings.push({ path: '.', message: `only ${modules} modules were read: the check itself is broken` });
  return { findings, modules };
}
