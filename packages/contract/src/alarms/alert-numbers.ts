import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { id, nothing, was } from '../fields.ts';
import { ACCOUNT_FIELD_MAX } from '../limits.ts';

/** ALARM-041: a number that gets text messages of the alarms of all units of the account. */
export const alertNumber = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Digits, without plus. */
  country_code: z.string(),
  phone: z.string(),
  /** The provider says that it takes no text messages. */
  is_number_dead: z.boolean(),
  /** Whoever has it has stopped the alarms by the link of a message. */
  is_stopped: z.boolean(),
  security_alarm: z.boolean(),
  function_alarm: z.boolean(),
});
export type AlertNumber = z.output<typeof alertNumber>;

export const ALERT_NUMBERS_MAX = 50;

const digits = z.string().transform((text) => text.replace(/\D/g, ''));

export const listAlertNumbers = defineEndpoint({
  id: 'alarms.alert-numbers',
  kind: 'json',
  access: 'admin',
  summary: 'The numbers that get text messages of all units, and how many SMS are left; for accounts of one parent account',
  data: z.object({ numbers: z.array(alertNumber), sms_credit: z.number().int() }),
  errors: ['Forbidden'],
});

export const saveAlertNumber = defineEndpoint({
  id: 'alarms.save-alert-number',
  kind: 'json',
  access: 'admin',
  summary: 'Add an alert number, or change one',
  body: z.object({
    /** Null: a new one. */
    id: id.nullable(),
    name: z.string(msg('SpecifyName')).trim().min(1, msg('SpecifyName')).max(ACCOUNT_FIELD_MAX, msg('NameLength')),
    country_code: digits,
    phone: digits,
    security_alarm: z.boolean(msg('InvalidInput')),
    function_alarm: z.boolean(msg('InvalidInput')),
    was,
  }),
  data: z.object({ id: z.number().int() }),
  errors: [
    'Forbidden',
    'ReceiverNotFound',
    'ReceiversMany',
    'ReceiverDialCode',
    'ReceiverPhonePrefix',
    'ReceiverPhoneShort',
    'InvalidPhone',
    'ReceiverPhoneExists',
    'ChangedMeanwhile',
  ],
});

export const removeAlertNumber = defineEndpoint({
  id: 'alarms.remove-alert-number',
  kind: 'json',
  access: 'admin',
  summary: 'Remove an alert number',
  params: z.object({ id }),
  data: nothing,
  errors: ['Forbidden', 'ReceiverNotFound'],
});
