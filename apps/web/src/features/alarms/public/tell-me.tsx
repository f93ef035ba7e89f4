import type { AssignableUnit } from '@spora/contract/alarms/receivers';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useErrorText, useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { phoneText } from '../../../lib/phone-text.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { dividedPhone } from '../receivers/model.ts';
import { receiversQuery, tellMe, useReceiverWrite } from '../receivers/queries.ts';

/**
 * At a press whoever is signed in gets the security alarms of these units from now on: by e-mail, and by text message where their number is
 * known and some are left. `units` are their names.
 */
export function TellMe(props: { isFor: (unit: AssignableUnit) => boolean; units: string }): ReactNode {
  const { isFor, units } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const me = useUser();
  const { language } = useLanguage();
  const write = useReceiverWrite(tellMe);
  const { data } = useQuery({ ...receiversQuery(useSend()), retry: false });
  const mine = data?.alarmReceivers.find(({ member_id: id }) => id === me.ID);
  const hasSms = data !== undefined && data.SmsCredits > 0;
  const profile = useQuery({
    ...endpointQuery(useSend(), 'users.profile', {}),
    enabled: hasSms && !mine?.phone && me.Support === undefined,
    retry: false,
  });
  const own = dividedPhone(profile.data?.phone ?? '');
  // A number belongs to one receiver.
  const isTaken = data?.alarmReceivers.some(({ country_code: code, phone }) => code === own?.country_code && phone === own.phone);
  const number = hasSms ? (mine?.phone ? mine : isTaken ? null : own) : null;
  // What offered it may be gone when it is done, so its end is awaited here.
  const press = async (): Promise<void> => {
    try {
      const added = number && !mine?.phone ? own : null;
      const email = await write.mutateAsync({ me, isFor, number: added });
      const phone = number && t('OwnReceiverSms', { phone: phoneText(number.country_code + number.phone) });
      const done = t('TellMeDone', { units, email: listText([email, phone ?? []].flat(), language) });
      toasts.show({ text: hasSms && !number ? `${done} ${t('TellMeNoNumber')}` : done });
    } catch (failure) {
      toasts.show({ text: errors.text(failure), tone: 'danger' });
    }
  };
  return (
    <Button isSmall isBusy={write.isPending} onClick={() => void press()}>
      {t(number ? 'TellMeBoth' : 'TellMe')}
    </Button>
  );
}
