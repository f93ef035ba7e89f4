// Builds the web application if what it is made of has changed since: a step of npm test.
import { ensureWebBuilt, findNode } from './prepare.mjs';

ensureWebBuilt(findNode());
