import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { pushQuery } from '../push/queries.ts';
import frame from '../../../ui/section.module.css';

/** ADM-027: whether one's own alarms are pushed. Without a browser that takes them none are, whatever is chosen. */
export function OwnPushSwitch(props: { isOn: boolean; onChange: (isOn: boolean) => void }): ReactNode {
  const t = useT();
  const query = useQuery(pushQuery(useSend()));
  return (
    <Loaded query={query} heights={[40]} isPart>
      {({ browsers }) =>
        browsers.length > 0 ? (
          <div>
            <Switch label={t('ProfileAlertsPush')} isOn={props.isOn} onChange={props.onChange} />
            <p className={frame['soft']}>{t('ProfileAlertsPushHelp')}</p>
          </div>
        ) : (
          <div>
            <p>{t('ProfileAlertsPush')}</p>
            <p className={frame['soft']}>{t('ProfileAlertsPushNone')}</p>
            <p>
              <PageLink to={ADDRESSES.profile} hash="push">
                {t('ProfileAlertsPushBegin')}
              </PageLink>
            </p>
          </div>
        )
      }
    </Loaded>
  );
}
