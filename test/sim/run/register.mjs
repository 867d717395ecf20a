import { register } from 'node:module';

register('./load-typescript.mjs', import.meta.url);
