/** How a tracker says that it will not. */
export const REFUSALS = /unknown command|wrong|error|invalid|fail|not supported|disabled from cfg/i;
