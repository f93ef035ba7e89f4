import { benefitValueReport } from '@spora/contract/reports/benefit';
import { summaryReport } from '@spora/contract/reports/endpoints';
import { exportReport, listReportRuns, removeReportRun, reportRunFile, startReportRun } from '@spora/contract/reports/files';
import { fuelReport } from '@spora/contract/reports/fuel';
import { addPreset, listPresets, removePreset, updatePreset } from '@spora/contract/reports/presets';
import type { RouteDeps } from '../../core/face.ts';
import type { Mount } from '../../platform/http/mount.ts';
import * as benefit from './benefit/service.ts';
import { reportsOf } from './files/api.ts';
import { exportReportFile } from './files/service.ts';
import * as fuel from './fuel/service.ts';
import * as presets from './presets/service.ts';
import * as runs from './runs/service.ts';
import * as service from './service.ts';

/** A file is made at each. */
const FILE_RATE = { burst: 60, perSecond: 1 };

/** Binds the reports. */
export function registerReportsRoutes(mount: Mount, { features }: Pick<RouteDeps, 'features'>): void {
  const reports = reportsOf(features);
  mount(summaryReport, (ctx, input) => service.summaryReport(ctx, input, reports.others.tollsOf));
  mount(benefitValueReport, (ctx, input) => benefit.benefitValue(ctx, input, reports.others.tollsOf));
  mount(fuelReport, fuel.fuelUsed);
  mount(exportReport, (ctx, input, facts) => exportReportFile(ctx, input, facts, reports), {
    transaction: 'none',
    rate: FILE_RATE,
  });
  mount(startReportRun, (ctx, input, facts) => runs.startRun(ctx, input, facts, reports), { rate: FILE_RATE });
  mount(listReportRuns, (ctx) => runs.listRuns(ctx));
  mount(reportRunFile, (ctx, input) => runs.runFile(ctx, input), { transaction: 'none' });
  mount(removeReportRun, runs.removeRun);
  mount(listPresets, (ctx) => presets.listPresets(ctx));
  mount(addPreset, presets.addPreset);
  mount(updatePreset, presets.updatePreset);
  mount(removePreset, presets.removePreset);
}
