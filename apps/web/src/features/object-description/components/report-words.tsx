import type { TheftReport } from '@spora/contract/object-description/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { isWebLink } from '../model.ts';
import { Section } from '../../../ui/section.tsx';
import styles from './object.module.css';

/** What a report says in words; what is not known is left out. */
export function ReportWords({ report }: { report: TheftReport }): ReactNode {
  const t = useT();
  const { object, theft } = report;
  const blocks: [title: string, lines: [name: string, value: ReactNode][]][] = [
    [
      t('TheftObject'),
      [
        [t('TheftUnit'), report.unit_name],
        [t('ObjectType'), object.type && t(`ObjectType-${object.type}`)],
        [t('ObjectManufacturer'), object.manufacturer],
        [t('ObjectModel'), object.model],
        [t('ObjectYear'), object.year],
        [t('TheftRegistration'), report.registration_number],
        [t('ObjectHullNumber'), object.hull_number],
        [t('ObjectMotorNumber'), object.motor_number],
        [t('ObjectChassisNumber'), object.chassis_number],
        [t('ObjectSerialNumber'), object.serial_number],
        [t('ObjectLinks'), object.links.length > 0 && <Links links={object.links} />],
      ],
    ],
    [
      t('TheftInformation'),
      [
        [t('TheftDate'), theft.stolen_on],
        [t('TheftFrom'), theft.stolen_from],
        [t('TheftCircumstances'), theft.circumstances],
      ],
    ],
    [
      t('TheftOwner'),
      [
        [t('TheftOwnerName'), theft.owner_name],
        [t('TheftOwnerPhone'), theft.owner_phone],
        [t('TheftOwnerEmail'), theft.owner_email],
      ],
    ],
    [
      t('TheftPolice'),
      [
        [t('TheftPoliceStation'), theft.police_station],
        [t('TheftReportNumber'), theft.police_report_number],
        [t('ObjectInsuranceCompany'), object.insurance_company],
        [t('ObjectInsuranceNumber'), object.insurance_number],
        [t('TheftClaimNumber'), theft.claim_number],
      ],
    ],
  ];
  return blocks.map(([title, all]) => {
    const lines = all.filter(([, value]) => value !== null && value !== '' && value !== false);
    if (lines.length === 0) return null;
    return (
      <Section key={title} title={title} level={2}>
        <dl className={styles['facts']}>
          {lines.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
    );
  });
}

function Links({ links }: { links: readonly string[] }): ReactNode {
  return links.map((link) => (
    <span key={link}>
      {isWebLink(link) ? (
        <a href={link} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
          {link}
        </a>
      ) : (
        link
      )}
      <br />
    </span>
  ));
}
