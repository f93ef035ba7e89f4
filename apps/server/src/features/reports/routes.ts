import { summaryReport } from '@spora/contract/reports';
import type { Mount } from '../../platform/mount.ts';
import * as service from './service.ts';

/** Binds the reports. */
export function registerReportsRoutes(mount: Mount): void {
  mount(summaryReport, service.summaryReport, { transaction: 'read' });
}
