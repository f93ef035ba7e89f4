import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { phoneText } from '../../../lib/phone-text.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { pushQuery } from '../push/queries.ts';
import frame from '../../../ui/section.module.css';
import settings from '../../../ui/settings.module.css';

/** ADM-027: to which address and number one's own alarms go and which kinds, or that none do, and who decides it. */
export function OwnReceivers(): ReactNode {
  const t = useT();
  const isAdmin = useUser().IsAdmin;
  const query = useQuery(pushQuery(useSend()));
  return (
    <Loaded query={query} heights={[40]} isPart>
      {({ receivers }) => (
        <div className={settings['form']}>
          {receivers.length === 0 && <p>{t('OwnReceiversNone')}</p>}
          {receivers.map(({ email, phone, ...classes }) => (
            <p key={`${email} ${phone}`}>
              {t('OwnReceiver', {
                kinds: classes.security_alarm
                  ? t(classes.function_alarm ? 'OwnReceiverBoth' : 'OwnReceiverSecurity')
                  : t(classes.function_alarm ? 'OwnReceiverFunction' : 'OwnReceiverNothing'),
                to: [email || [], phone ? t('OwnReceiverSms', { phone: phoneText(phone) }) : []].flat().join(', '),
              })}
              {email === '' && ` ${t('OwnReceiverNoEmail')}`}
              {phone === '' && ` ${t('OwnReceiverNoPhone')}`}
            </p>
          ))}
          <p className={frame['soft']}>
            {isAdmin ? (
              <>
                {t('OwnReceiversAdmin')} <PageLink to={ADDRESSES.alarmReceivers}>{t('OwnReceiversOpen')}</PageLink>
              </>
            ) : (
              t('OwnReceiversAsk')
            )}
          </p>
        </div>
      )}
    </Loaded>
  );
}
