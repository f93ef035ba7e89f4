import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import type { Notice } from '@spora/contract/users/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import styles from './notice.module.css';

/**
 * SEC-016: what is collected about drivers, why, who sees it and for how long; under a heading of the level `under`. `fetchOwn`: what
 * fetches one's own data, where it can be fetched at once.
 */
export function NoticeText(props: { notice: Notice; under: 1 | 2; fetchOwn?: ReactNode }): ReactNode {
  const { notice, under, fetchOwn } = props;
  const t = useT();
  const format = useFormat();
  const { AccountName: account, HasNoRoadVehicle: hasNoRoadVehicle = false } = useUser();
  // Nothing else pays tolls or is judged by how it is driven.
  const onRoads = (...texts: readonly string[]): readonly string[] => (hasNoRoadVehicle ? [] : texts);
  const Heading = under === 1 ? 'h2' : 'h3';
  const section = (title: string, ...texts: readonly string[]): ReactNode => (
    <section className={styles['part']}>
      <Heading>{title}</Heading>
      {texts.length === 1 ? (
        <p>{texts[0]}</p>
      ) : (
        <ul>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
  return (
    <div className={styles['text']}>
      <p>{t('NoticeLead', { account })}</p>
      {section(
        t('NoticeWhat'),
        t('NoticeWhatPosition'),
        t('NoticeWhatTrips'),
        t('NoticeWhatVehicle'),
        t('NoticeWhatDriver'),
        t('NoticeWhatZones'),
        ...onRoads(t('NoticeWhatTolls'), t('NoticeWhatEco')),
        t('NoticeWhatUse'),
      )}
      {section(t('NoticeWhy'), t('NoticeWhyText'), ...onRoads(t('NoticeWhyEco')))}
      {section(
        t('NoticeWho'),
        t('NoticeWhoAdmins', { account }),
        t('NoticeWhoPrivate'),
        t('NoticeWhoTheft'),
        t('NoticeWhoSupport'),
      )}
      {section(
        t('NoticeLong'),
        t('NoticeLongPositions', { months: notice.position_months }),
        ...(notice.private_position_months < notice.position_months
          ? [t('NoticeLongPrivate', { months: notice.private_position_months })]
          : []),
        ...onRoads(t('NoticeLongEco', { months: LOG_MAX_MONTHS })),
        t('NoticeLongTrips'),
      )}
      {section(
        t('NoticeRights'),
        t('NoticeRightsFile', { button: t('ExportOwn') }),
        t('NoticeRightsText', { account }),
        t('NoticeRightsComplain'),
      )}
      {fetchOwn}
      {notice.acknowledged_at !== null && (
        <p>
          <Unbroken>{t('NoticeReadOn', { time: format.dateTime(notice.acknowledged_at) })}</Unbroken>
        </p>
      )}
    </div>
  );
}
