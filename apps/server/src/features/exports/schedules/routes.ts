import { addSchedule, listSchedules, removeSchedule, testSchedule, updateSchedule } from '@spora/contract/exports/schedules';
import type { Mount } from '../../../platform/http/mount.ts';
import * as service from './service.ts';

/** A file is made at each, and a mail goes out. */
const TEST_RATE = { burst: 20, perSecond: 0.1 };

/** Binds the logs that are sent by mail. */
export function registerScheduleRoutes(mount: Mount): void {
  mount(listSchedules, (ctx, _input, { language }) => service.listSchedules(ctx, language));
  mount(addSchedule, service.addSchedule);
  mount(updateSchedule, service.updateSchedule);
  mount(removeSchedule, service.removeSchedule);
  mount(testSchedule, service.testSchedule, { transaction: 'none', rate: TEST_RATE });
}
