import {
  getEcoDriving,
  getIo,
  listCommands,
  saveIo,
  setEcoDriving,
  switchOutput,
  withdrawCommand,
} from '@spora/contract/commands/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as ecoDriving from './eco-driving.ts';
import * as service from './service.ts';

export function registerCommandsRoutes(mount: Mount): void {
  mount(getIo, (ctx, { params }) => service.readIo(ctx, params.imei));
  mount(saveIo, (ctx, input) => service.saveIo(ctx, input));
  mount(switchOutput, (ctx, input) => service.switchOutput(ctx, input));
  mount(getEcoDriving, (ctx, { params }) => ecoDriving.readEcoDriving(ctx, params.imei));
  mount(setEcoDriving, (ctx, input) => ecoDriving.setEcoDriving(ctx, input));
  mount(listCommands, (ctx, input) => service.listCommands(ctx, input));
  mount(withdrawCommand, (ctx, input) => ecoDriving.withdrawCommand(ctx, input));
}
