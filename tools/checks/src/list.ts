import { browserValues } from './browser-values.ts';
import { codeRules, noReexports, permissionFirst } from './code-rules.ts';
import { dependencies } from './dependencies.ts';
import { endpointNames } from './endpoint-names.ts';
import { entryTexts } from './entry-texts.ts';
import { featureFaces } from './feature-faces.ts';
import { fileNames } from './file-names.ts';
import { messages } from './messages.ts';
import { docstrings, environment, lockAndPaths, migrations, protocolNames } from './project-rules.ts';
import { styleClasses } from './style-classes.ts';
import type { Check } from './tree.ts';

/** Every structure check, a line each; each has a tree that breaks it in `checks.test.ts`. */
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
