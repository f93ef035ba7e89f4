import type { Translate } from '@spora/messages/translate';
import type { ToldOf } from './model.ts';

/** Which kinds of alarms somebody is told of, in words; of one who is told of some. */
export const kindsText = ({ security, function: isOfFunction }: ToldOf, t: Translate): string =>
  t(security ? (isOfFunction ? 'OwnReceiverBoth' : 'OwnReceiverSecurity') : 'OwnReceiverFunction');
