import { listAlertNumbers, removeAlertNumber, saveAlertNumber } from '@spora/contract/alarms/alert-numbers';
import {
  addSensorReceiver,
  addUnitReceiver,
  assignReceiverUnits,
  deleteReceiver,
  getAlertConfig,
  getAlertLanguage,
  listReceiverMessages,
  listReceivers,
  listReceiverUnits,
  listSensorReceivers,
  listUnitReceivers,
  listUntold,
  removeReceiver,
  removeSensorReceiver,
  removeUnitReceiver,
  saveReceiver,
  setAlertLanguage,
  testReceiver,
  toggleReceiver,
} from '@spora/contract/alarms/receivers';
import { lookAtReceiverLink, stopByMailProgram, stopByReceiverLink } from '@spora/contract/alarms/receiver-link';
import type { Mount } from '../../../platform/http/mount.ts';
import type { LinkTo } from '../../../platform/mail/links.ts';
import type { ParentAccounts } from '../../../core/people/parent-rights.ts';
import * as byLink from './by-link.ts';
import * as numbers from './alert-numbers.ts';
import * as language from './language.ts';
import * as service from './service.ts';
import * as untold from './untold.ts';

/** Nobody guesses 256 bits; the mail programs of many people may ask from one address. */
const BY_LINK = { rate: { burst: 40, perSecond: 1 } };

export interface ReceiverOptions {
  /** As configured; what the back office names goes before. */
  readonly parents: ParentAccounts;
  readonly linkTo: LinkTo;
}

export function registerReceiverRoutes(mount: Mount, { parents, linkTo }: ReceiverOptions): void {
  mount(lookAtReceiverLink, (ctx, { body }) => byLink.lookAtLink(ctx, body.token), BY_LINK);
  mount(stopByReceiverLink, (ctx, { body }) => byLink.stopByLink(ctx, body), BY_LINK);
  mount(stopByMailProgram, (ctx, { params, file }) => byLink.stopByMailProgram(ctx, params.token, file), BY_LINK);
  mount(listReceivers, (ctx) => service.listReceivers(ctx));
  mount(listUnitReceivers, (ctx, { params }) => service.listUnitReceivers(ctx, params.deviceId));
  mount(listSensorReceivers, (ctx, { params }) => service.listSensorReceivers(ctx, params.deviceId));
  mount(addSensorReceiver, (ctx, { params }) => service.addToSensor(ctx, params));
  mount(removeSensorReceiver, (ctx, { params }) => service.removeFromSensor(ctx, params));
  mount(listUntold, (ctx) => untold.listUntold(ctx));
  mount(saveReceiver, (ctx, input) => service.saveReceiver(ctx, input));
  mount(deleteReceiver, (ctx, { params }) => service.removeReceiver(ctx, params.id));
  mount(removeReceiver, (ctx, { params }) => service.removeReceiver(ctx, params.id));
  mount(listReceiverUnits, (ctx, input) => service.listReceiverUnits(ctx, input));
  mount(assignReceiverUnits, (ctx, input) => service.assignUnits(ctx, input));
  mount(addUnitReceiver, (ctx, { params }) => service.addToUnit(ctx, params));
  mount(removeUnitReceiver, (ctx, { params }) => service.removeFromUnit(ctx, params));
  mount(toggleReceiver, (ctx, input) => service.toggleReceiver(ctx, input));
  mount(testReceiver, (ctx, input) => service.testReceiver(ctx, input, linkTo));
  mount(listReceiverMessages, (ctx, input) => service.listMessages(ctx, input));
  mount(getAlertConfig, (ctx) => service.getAlertConfig(ctx));
  mount(listAlertNumbers, (ctx) => numbers.listAlertNumbers(ctx, parents));
  mount(saveAlertNumber, (ctx, input) => numbers.saveAlertNumber(ctx, input, parents));
  mount(removeAlertNumber, (ctx, { params }) => numbers.removeAlertNumber(ctx, params.id, parents));
  mount(getAlertLanguage, (ctx) => language.getAlertLanguage(ctx, parents));
  mount(setAlertLanguage, (ctx, input) => language.setAlertLanguage(ctx, input, parents));
}
