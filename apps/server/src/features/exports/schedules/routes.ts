import { addSchedule, listSchedules, removeSchedule, testSchedule, updateSchedule } from '@spora/contract/exports/schedules';
import type { RouteDeps } from '../../../core/face.ts';
import type { Mount } from '../../../platform/http/mount.ts';
import { reportsOf } from '../../reports/files/api.ts';
import * as service from './service.ts';

/** A file is made at each, and a mail goes out. */
const TEST_RATE = { burst: 20, perSecond: 0.1 };

/** Binds the logs that are sent by mail. */
export function registerScheduleRoutes(mount: Mount, { features }: Pick<RouteDeps, 'features'>): void {
  const reports = reportsOf(features);
  mount(listSchedules, (ctx, _input, { language }) => service.listSchedules(ctx, language));
  mount(addSchedule, (ctx, input) => service.addSchedule(ctx, input, reports));
  mount(updateSchedule, service.updateSchedule);
  mount(removeSchedule, service.removeSchedule);
  mount(testSchedule, (ctx, input, facts) => service.testSchedule(ctx, input, facts, reports), {
    transaction: 'none',
    rate: TEST_RATE,
  });
}
