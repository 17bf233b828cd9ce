// Shows the progress of a review while it runs, and the review when it is done. Without this the
// page loads itself again; see <noscript>.
'use strict';
(() => {
  const waiting = document.querySelector('[data-watch]');
  if (!waiting) return;
  const bar = waiting.querySelector('progress');
  const stage = waiting.querySelector('.stage');
  const events = new EventSource(waiting.dataset.watch);
  events.addEventListener('progress', (event) => {
    const [name, done, total, ...message] = event.data.split('\n');
    stage.textContent = `${name}: ${message.join(' ')}`;
    if (Number(total) > 0) {
      bar.max = Number(total);
      bar.value = Number(done);
    } else {
      bar.removeAttribute('value');
    }
  });
  events.addEventListener('state', (event) => {
    const title = waiting.querySelector('h2');
    title.textContent = event.data === 'queued' ? 'Waiting for a worker' : 'The review is running';
  });
  events.addEventListener('end', () => {
    events.close();
    location.reload();
  });
})();
