import type { TheftReport } from '@spora/contract/object-description/endpoints';
import type { Format } from '@spora/messages/format';
import type { objectDescription as en } from '@spora/messages/object-description/en';
import type { TranslateFrom } from '@spora/messages/translate';

export type ReportTexts = TranslateFrom<typeof en>;
/** A heading with its lines of name and value; lines without a value are left out before. */
export interface Block {
  readonly title: string;
  readonly lines: readonly (readonly [name: string, value: string])[];
}

/** `59°19'45.5"N 18°04'07.0"E` of degrees, as the police and at sea it is written. */
export function sexagesimal(lat: number, lng: number): string {
  return `${half(lat, 'N', 'S')} ${half(lng, 'E', 'W')}`;
}

function half(degrees: number, positive: string, negative: string): string {
  const tenths = Math.round(Math.abs(degrees) * 36_000);
  const [whole, rest] = [Math.floor(tenths / 36_000), tenths % 36_000];
  const minutes = String(Math.floor(rest / 600)).padStart(2, '0');
  const seconds = ((rest % 600) / 10).toFixed(1).padStart(4, '0');
  return `${whole}°${minutes}'${seconds}"${degrees < 0 ? negative : positive}`;
}

/** `59.32931, 18.06861`: what maps and telephones take when it is pasted. */
export const decimalDegrees = (lat: number, lng: number): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`;

const known = (lines: readonly (readonly [string, string | null])[]): [string, string][] =>
  lines.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));

/** OBJ-003, OBJ-008: what the report says in words, in the order in which a person at the police asks for it. */
export function blocksOf(report: TheftReport, t: ReportTexts, format: Format): Block[] {
  const { object, theft, last_position: last } = report;
  const blocks: Block[] = [
    {
      title: t('TheftObject'),
      lines: known([
        [t('TheftUnit'), report.unit_name],
        [t('ObjectType'), object.type && t(`ObjectType-${object.type}`)],
        [t('ObjectManufacturer'), object.manufacturer],
        [t('ObjectModel'), object.model],
        [t('ObjectYear'), object.year === null ? null : String(object.year)],
        [t('TheftRegistration'), report.registration_number],
        [t('ObjectHullNumber'), object.hull_number],
        [t('ObjectMotorNumber'), object.motor_number],
        [t('ObjectChassisNumber'), object.chassis_number],
        [t('ObjectSerialNumber'), object.serial_number],
        [t('ObjectLinks'), object.links.join('\n')],
      ]),
    },
    {
      title: t('TheftInformation'),
      lines: known([
        [t('TheftDate'), theft.stolen_on],
        [t('TheftFrom'), theft.stolen_from],
        [t('TheftCircumstances'), theft.circumstances],
      ]),
    },
    {
      title: t('TheftOwner'),
      lines: known([
        [t('TheftOwnerName'), theft.owner_name],
        [t('TheftOwnerPhone'), theft.owner_phone],
        [t('TheftOwnerEmail'), theft.owner_email],
      ]),
    },
    {
      title: t('TheftPolice'),
      lines: known([
        [t('TheftPoliceStation'), theft.police_station],
        [t('TheftReportNumber'), theft.police_report_number],
        [t('ObjectInsuranceCompany'), object.insurance_company],
        [t('ObjectInsuranceNumber'), object.insurance_number],
        [t('TheftClaimNumber'), theft.claim_number],
      ]),
    },
    {
      title: t('TheftLastPosition'),
      lines: last
        ? known([
            [t('TheftPositionTime'), `${format.exactTime(last.at)} (${format.timeZone})`],
            [t('TheftCoordinates'), `${decimalDegrees(last.lat, last.lng)}\n${sexagesimal(last.lat, last.lng)}`],
            [
              t('TheftAddress'),
              last.address && (last.address_is_approximate ? t('TheftAddressNear', { address: last.address }) : last.address),
            ],
          ])
        : [['', t('TheftNoPosition')]],
    },
  ];
  return blocks.filter(({ lines }) => lines.length > 0);
}
