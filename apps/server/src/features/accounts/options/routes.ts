import {
  getOptions,
  getOtherTripType,
  getRetention,
  listReminders,
  previewRetention,
  sendReminders,
  setOptions,
  setOtherTripType,
  setRetention,
} from '@spora/contract/accounts/settings';
import type { Mount } from '../../../platform/http/mount.ts';
import type { ParentAccounts } from '../../../core/people/parent-rights.ts';
import * as reminders from '../reminders/service.ts';
import * as retention from '../retention/service.ts';
import * as service from './service.ts';

export interface SettingsOptions {
  /** As configured; what the back office names goes before. */
  readonly parents: ParentAccounts;
  /** The installation keeps no position longer. */
  readonly maxPositionMonths: number;
}

export function registerOptionRoutes(mount: Mount, { parents, maxPositionMonths }: SettingsOptions): void {
  mount(getOtherTripType, (ctx) => service.getOtherTripType(ctx));
  mount(setOtherTripType, service.setOtherTripType);
  mount(getOptions, (ctx) => service.getOptions(ctx, parents));
  mount(setOptions, (ctx, input) => service.setOptions(ctx, input, parents));
  mount(getRetention, (ctx) => retention.getRetention(ctx, maxPositionMonths));
  mount(previewRetention, (ctx, input) => retention.previewRetention(ctx, input));
  mount(setRetention, (ctx, input) => retention.setRetention(ctx, input, maxPositionMonths));
  mount(listReminders, (ctx) => reminders.listReminders(ctx));
  mount(sendReminders, (ctx, { body }) => reminders.sendReminders(ctx, body.matter));
}
