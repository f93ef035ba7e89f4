import { summaryReport } from '@spora/contract/reports/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as service from './service.ts';

/** Binds the reports. */
export function registerReportsRoutes(mount: Mount): void {
  mount(summaryReport, service.summaryReport);
}
