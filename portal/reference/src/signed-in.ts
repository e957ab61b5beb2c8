import { CHANNEL } from './channel.ts';

/** Where the sign-in leads: hands the answer to the reference, which checks it. Its opener may be gone by then. */
new BroadcastChannel(CHANNEL).postMessage(location.search);
history.replaceState(null, '', location.pathname);
close();
