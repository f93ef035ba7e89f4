import type { IForbiddenRuleType } from 'dependency-cruiser';

const TEST = '\\.(test|testing|e2e)\\.tsx?$|/testing[a-z-]*\\.tsx?$|/testing/|/roles/right-calls/|/contract-suite\\.ts$';
const SERVER = '^apps/server/src/';
const FEATURES = '^apps/server/src/features/';
const FEATURE = `${FEATURES}([^/]+)/`;

/** A file's layer is the last part of its name: `rules.ts` and `fuel-rules.ts` are both rules; any other name is a service's. */
const layer = (names: string): string => `(/|/[a-z0-9-]+-)(${names})\\.ts$`;
const PURE = `${FEATURES}.*${layer('rules|policy|projection')}`;

const forbid = (name: string, from: object, to: object): IForbiddenRuleType => ({ name, severity: 'error', from, to });

/** The direction of every import (house-style section 1); the names are what a failing check prints. */
export const RULES: IForbiddenRuleType[] = [
  forbid('no-cycles', {}, { circular: true }),
  forbid('packages-never-see-apps', { path: '^packages/' }, { path: '^(apps|tools|e2e)/' }),
  forbid('web-never-sees-server', { path: '^apps/web/' }, { path: '^apps/server/' }),
  forbid('server-never-sees-web', { path: '^apps/server/' }, { path: '^apps/web/src/' }),
  forbid(
    'protocols-have-no-io',
    { path: '^packages/(protocols|telemetry|seal)/src/', pathNot: TEST },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'contract-knows-zod-only',
    { path: '^packages/contract/src/', pathNot: TEST },
    { path: '^(packages/(protocols|telemetry)|apps|tools)/' },
  ),
  forbid(
    'features-meet-at-api-and-rules',
    { path: FEATURE, pathNot: TEST },
    { path: FEATURE, pathNot: [`${FEATURES}.*${layer('api|rules')}`, '^apps/server/src/features/$1/'] },
  ),
  forbid(
    'pure-files-stay-pure',
    { path: PURE },
    { path: `${FEATURES}.*${layer('repository|read-model|service|routes|jobs|listeners')}` },
  ),
  forbid(
    'pure-files-touch-no-platform',
    { path: PURE },
    { path: `${SERVER}(platform|roles|demo|cli)/`, pathNot: '/(app-error|ctx)\\.ts$' },
  ),
  forbid('pure-files-use-no-io', { path: PURE }, { path: '^node_modules/(pg|kysely|fastify)/|^(node:)?(fs|net|http)$' }),
  forbid(
    'repositories-do-not-decide',
    { path: `${FEATURES}.*${layer('repository|read-model')}` },
    { path: `${FEATURES}.*${layer('service|routes|jobs|listeners')}` },
  ),
  forbid(
    'services-do-not-know-routes',
    { path: FEATURES, pathNot: [TEST, `${FEATURES}.*${layer('feature|routes|jobs|listeners')}`] },
    { path: `${FEATURES}.*${layer('routes|jobs')}` },
  ),
  forbid('platform-knows-no-trade', { path: `${SERVER}platform/`, pathNot: TEST }, { path: `${SERVER}(core|features)/` }),
  forbid('core-knows-no-feature', { path: `${SERVER}core/`, pathNot: TEST }, { path: FEATURE }),
  forbid(
    'only-roles-compose',
    { path: `${SERVER}(features|core|platform)/`, pathNot: TEST },
    { path: `${SERVER}(roles|demo|cli|main)` },
  ),
  forbid('roles-know-features-by-their-faces', { path: `${SERVER}(roles/|main\\.ts)`, pathNot: TEST }, { path: FEATURES }),
  forbid('roles-show-no-demo', { path: `${SERVER}roles/`, pathNot: TEST }, { path: `${SERVER}(demo|cli)/` }),
  forbid(
    'web-features-meet-in-public',
    { path: '^apps/web/src/features/([^/]+)/', pathNot: TEST },
    { path: '^apps/web/src/features/([^/]+)/', pathNot: ['^apps/web/src/features/$1/', '/public(/|\\.tsx?$)'] },
  ),
  forbid('web-map-knows-shapes-only', { path: '^apps/web/src/map/', pathNot: TEST }, { path: '^apps/web/src/(features|app)/' }),
  forbid(
    'web-ui-could-ship-elsewhere',
    { path: '^apps/web/src/ui/', pathNot: TEST },
    { path: '^apps/web/src/(features|app|map)/' },
  ),
  forbid('web-lib-looks-down', { path: '^apps/web/src/lib/', pathNot: TEST }, { path: '^apps/web/src/(features|app|map|ui)/' }),
  forbid('web-features-do-not-see-app', { path: '^apps/web/src/features/', pathNot: TEST }, { path: '^apps/web/src/app/' }),
  forbid('only-tests-use-scaffolds', { path: SERVER, pathNot: TEST }, { path: `${SERVER}testing/` }),
  forbid('nothing-imports-a-test', { pathNot: TEST }, { path: '\\.(test|e2e)\\.tsx?$' }),
];
