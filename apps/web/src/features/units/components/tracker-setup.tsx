import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import frame from '../../../ui/section.module.css';
import { trackerSetupsQuery } from '../queries.ts';
import { CopyField } from './copy-field.tsx';
import styles from './tracker-setup.module.css';

const APN_PLACE = '{apn}';

/**
 * NAV-019, ADM-026: which tracker it is, and the text messages that point it here.
 * @param family the tracker's, where it is known: then nobody has to choose
 */
export function TrackerSetup(props: { family?: string }): ReactNode {
  const t = useT();
  const query = useQuery(trackerSetupsQuery(useSend()));
  const [chosen, setChosen] = useState<string>();
  const [apn, setApn] = useState('');
  if (query.data === undefined) return <NotLoaded query={query} heights={[60]} isPart />;
  const { trackers } = query.data;
  const family = chosen ?? props.family ?? '';
  const tracker = trackers.find((each) => each.family === family);
  return (
    <div className={frame['form']}>
      <SelectField label={t('SetupWhich')} value={tracker?.family ?? ''} onChange={(event) => setChosen(event.target.value)}>
        <option value="">{t('SetupChoose')}</option>
        {trackers.map((each) => (
          <option key={each.family} value={each.family}>
            {each.spoken_by_others
              ? t('SetupModelsAndOthers', { models: each.models, protocol: each.spoken_by_others })
              : each.models}
          </option>
        ))}
      </SelectField>
      {tracker && (
        <>
          {tracker.number === 'ten-digits' && <p className={frame['soft']}>{t('SetupTenDigits')}</p>}
          <TextField
            label={t('SetupApn')}
            help={t('SetupApnHelp')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={60}
            value={apn}
            onChange={(event) => setApn(event.target.value.trim())}
          />
          <p>
            {t('SetupSend')} {apn === '' && tracker.sms.some((text) => text.includes(APN_PLACE)) && t('SetupApnFirst')}
          </p>
          <ol className={styles['texts']}>
            {tracker.sms.map((text, i) => (
              <li key={text}>
                <CopyField
                  label={t('SetupText', { number: i + 1, count: tracker.sms.length })}
                  value={text.replaceAll(APN_PLACE, apn === '' ? 'APN' : apn)}
                  isUnfinished={apn === '' && text.includes(APN_PLACE)}
                />
              </li>
            ))}
          </ol>
          <p className={frame['soft']}>
            {t(tracker.is_confirmed ? 'SetupConfirmed' : 'SetupUnconfirmed', { host: tracker.host, port: tracker.port })}
          </p>
        </>
      )}
    </div>
  );
}
