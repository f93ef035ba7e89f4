import {
  addTag,
  checkInByCode,
  checkInDriver,
  checkOutDriver,
  linkTag,
  listCheckInCodes,
  listCheckIns,
  listAccountDrivers,
  listTags,
  previewCheckIn,
  readCheckInCode,
  removeTag,
  renewCheckInCode,
  setLocationInCar,
  suggestDrivers,
  tagHistory,
  updateTag,
} from '@spora/contract/drivers/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as codes from './codes.ts';
import * as inbox from './inbox.ts';
import * as people from './people.ts';
import * as service from './service.ts';
import * as tags from './tags/service.ts';

/** Binds check-ins, codes and driver tags. */
export function registerDriverRoutes(mount: Mount): void {
  mount(listCheckIns, service.listCheckIns);
  mount(previewCheckIn, service.previewCheckIn);
  mount(checkInDriver, service.checkIn);
  mount(checkOutDriver, service.checkOut);
  mount(readCheckInCode, codes.readCode);
  mount(checkInByCode, codes.checkInByCode);
  mount(listCheckInCodes, codes.listCodes);
  mount(renewCheckInCode, codes.renewCode);
  mount(suggestDrivers, inbox.suggestDrivers);
  mount(listAccountDrivers, people.listAccountDrivers);
  mount(listTags, tags.listTags);
  mount(addTag, tags.addTag);
  mount(updateTag, tags.updateTag);
  mount(removeTag, tags.removeTag);
  mount(linkTag, tags.linkTag);
  mount(tagHistory, tags.tagHistory);
  mount(setLocationInCar, tags.setLocationInCar);
}
