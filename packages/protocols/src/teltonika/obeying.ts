import type { PositionRecord } from '@spora/telemetry/record';
import type { CommandSubject } from '../protocol.ts';

/** Parameter 10991, unless somebody sets it. */
const TRACKED_FOR_MS = 600_000;

/** What a tracker of family A answers to a text command; unknown commands are answered too, as the hardware does. */
export function answerCommand(text: string, subject: CommandSubject): string {
  const [command = '', ...words] = text.trim().split(/\s+/);
  const { name, last, nowMs, outputs } = subject;
  const [lat, lon] = [(last?.latE7 ?? 0) / 1e7, (last?.lonE7 ?? 0) / 1e7];
  switch (command.toLowerCase()) {
    case 'getinfo':
      return `RTC:${stamp(nowMs)} INIT:${stamp(nowMs - 86_400_000)} RST:2 ERR:0 SR:0.0 BR:0 CF:0 FG:0 FL:0 SMS:0 NOGPS:0:0 GPS:1 SAT:${last?.satellites ?? 0}`;
    case 'getver':
      return `Ver:03.28.07_00 GPS:AXN_5.1 Hw:FMB920 Mod:4 IMEI:${name} Init:${stamp(nowMs - 86_400_000)} Uptime:86400 BL:1.10`;
    case 'getstatus':
      return 'Data Link: 1 GPRS: 1 Phone: 0 SIM: 0 OP: 24001 Signal: 5 NewSMS: 0 Roaming: 0 SMSFull: 0 LAC: 1 Cell ID: 1';
    case 'getgps':
      return `GPS:1 Sat:${last?.satellites ?? 0} Lat:${lat.toFixed(6)} Long:${lon.toFixed(6)} Alt:${last?.altitudeM ?? 0} Speed:${last?.speedKmh ?? 0} Dir:${last?.headingDeg ?? 0} Date: ${stamp(last?.timeMs ?? 0)}`;
    case 'ggps':
      return `D${stamp(last?.timeMs ?? 0)} S:${last?.satellites ?? 0} P:${lat.toFixed(6)},${lon.toFixed(6)} SP:${last?.speedKmh ?? 0}`;
    case 'getio':
      return `DI1:${valueOf(last, 239)} DI2:0 DI3:0 AIN1:0 AIN2:0 ${outputs.map((isOn, i) => `DO${i + 1}:${isOn ? 1 : 0}`).join(' ')}`;
    case 'readio':
      return `Param ID:${words[0] ?? ''} Value:${valueOf(last, Number(words[0]))}`;
    case 'setdigout':
      return setOutputs(words, outputs, last?.speedKmh ?? 0);
    case 'setparam':
      return setParameters(words.join(' '), subject);
    case 'on_demand_tracking1':
      subject.trackUntilMs = nowMs + TRACKED_FOR_MS;
      return 'On demand tracking has started';
    case 'on_demand_tracking0':
      subject.trackUntilMs = 0;
      return 'On demand tracking has stopped';
    case 'getrecord':
      return 'Record triggered with high priority';
    default:
      return 'Unknown command';
  }
}

/** A sign per output, then as many timeouts (s), then as many speeds (km/h) above which it waits. */
function setOutputs([pattern = '', ...limits]: readonly string[], outputs: boolean[], speedKmh: number): string {
  if (!/^[01?]{1,3}$/.test(pattern)) return 'WRONG PARAMETERS';
  const numberAt = (at: number): number | null => (/^\d+$/.test(limits[at] ?? '') ? Number(limits[at]) : null);
  return [...pattern]
    .map((wish, i) => {
      if (wish === '?') return `DOUT${i + 1}:IGNORED`;
      const [timeoutS, mostKmh] = [numberAt(i), numberAt(pattern.length + i)];
      const mustWait = mostKmh !== null && speedKmh > mostKmh;
      if (!mustWait) outputs[i] = wish === '1';
      return [
        `DOUT${i + 1}:${wish === '1' ? 'ON' : 'OFF'}`,
        timeoutS ? `Timeout:${timeoutS}s` : 'Timeout:INFINITY',
        ...(mostKmh === null ? [] : [`Speed threshold:${mostKmh}km/h`]),
        ...(mustWait ? ['Speed is above threshold, queued'] : []),
      ].join(' ');
    })
    .join(' ');
}

/** `11000:1;11004:2.5` */
function setParameters(text: string, { parameters }: CommandSubject): string {
  if (!/^\d+:[^;:]*(;\d+:[^;:]*)*;?$/.test(text)) return 'WRONG PARAMETERS';
  for (const part of text.split(';')) {
    const [number = '', value = ''] = part.split(':');
    if (number !== '') parameters?.set(Number(number), value);
  }
  return `New value ${text}`;
}

const valueOf = (record: PositionRecord | undefined, id: number): string => {
  const io = record?.io.find((element) => element.id === id);
  return io === undefined || io.width === 0 ? '0' : String(io.value);
};

const stamp = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replaceAll('-', '/').replace('T', ' ');
