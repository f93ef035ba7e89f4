import type { TheftReport } from '@spora/contract/object-description/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Section } from '../../../ui/section.tsx';
import { TrackDrawing } from './track-drawing.tsx';
import frame from '../../../ui/section.module.css';
import styles from './object.module.css';

/** Where it was last, the track up to then, and the stops as a table. */
export function ReportTrack(props: { report: TheftReport; level?: 2 | 3 }): ReactNode {
  const { report, level = 3 } = props;
  const { last_position: last } = report;
  const t = useT();
  const format = useFormat();
  return (
    <>
      <Section title={t('TheftLastPosition')} level={level}>
        {last ? (
          <dl className={styles['facts']}>
            <div>
              <dt>{t('TheftPositionTime')}</dt>
              <dd>
                <time dateTime={last.at}>{`${format.exactTime(last.at)} (${format.timeZone})`}</time>
              </dd>
            </div>
            <div>
              <dt>{t('TheftCoordinates')}</dt>
              <dd>{`${last.lat.toFixed(5)}, ${last.lng.toFixed(5)}`}</dd>
            </div>
            {last.address && (
              <div>
                <dt>{t('TheftAddress')}</dt>
                <dd>{last.address_is_approximate ? t('TheftAddressNear', { address: last.address }) : last.address}</dd>
              </div>
            )}
          </dl>
        ) : (
          <p className={frame['soft']}>{t('TheftNoPosition')}</p>
        )}
      </Section>
      <Section title={t('TheftTrack', { from: format.day(report.track_from), to: format.day(report.track_to) })} level={level}>
        <TrackDrawing report={report} />
      </Section>
      {report.stops.length > 0 && (
        <Section title={t('TheftStops')} level={level}>
          <table className={frame['table']} aria-label={t('TheftStops')}>
            <thead>
              <tr>
                <th scope="col">{t('TheftStopFrom')}</th>
                <th scope="col">{t('TheftStopTo')}</th>
                <th scope="col">{t('TheftStopWhere')}</th>
              </tr>
            </thead>
            <tbody>
              {report.stops.map((stop) => (
                <tr key={stop.from}>
                  <td data-label={t('TheftStopFrom')}>{format.dateTime(stop.from)}</td>
                  <td data-label={t('TheftStopTo')}>{stop.to ? format.dateTime(stop.to) : t('TheftStopStill')}</td>
                  <td data-label={t('TheftStopWhere')}>
                    <span>
                      {stop.address && <>{stop.address} </>}
                      <span className={frame['soft']}>{`${stop.lat.toFixed(5)}, ${stop.lng.toFixed(5)}`}</span>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
    </>
  );
}
