import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { noticeQuery, useNoticeRequirement } from '../queries.ts';
import frame from '../../../ui/section.module.css';

/** SEC-016: whether everybody in the account has to read the notice for drivers. */
export function NoticeRequirement(): ReactNode {
  const t = useT();
  const query = useQuery(noticeQuery(useSend()));
  const requirement = useNoticeRequirement();
  return (
    <Loaded query={query} heights={[56]} isPart>
      {({ required }) => (
        <div>
          <Switch
            label={t('NoticeRequire')}
            isWrite
            isOn={requirement.isPending ? requirement.variables : required}
            onChange={(isOn) => requirement.mutate(isOn)}
          />
          <p className={frame['soft']}>{t('NoticeRequireHelp')}</p>
          <FailureBanner failure={requirement.error} />
        </div>
      )}
    </Loaded>
  );
}
