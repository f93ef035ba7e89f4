/** The server's token of a trusted browser travels in this header, never in an address or a body that is logged. No zod here. */
export const DEVICE_TOKEN_HEADER = 'Device-Token';
