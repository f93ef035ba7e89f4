/** Why input was refused: stable words for counters and logs, never shown to a user. */
export type RefusalReason =
  | 'hello'
  | 'imei'
  | 'preamble'
  | 'too-long'
  | 'length'
  | 'crc'
  | 'codec'
  | 'count'
  | 'truncated'
  | 'trailing'
  | 'message-type'
  | 'command-from-tracker'
  | 'syntax'
  | 'value';

/**
 * The sender broke its protocol. The only thing a codec throws for bytes from outside: whoever reads the socket
 * closes it without an acknowledgement and counts the reason.
 */
export class ProtocolError extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProtocolError';
    this.reason = reason;
  }
}
