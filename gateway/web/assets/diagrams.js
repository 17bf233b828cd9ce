// Shows diagrams as images. Mermaid needs inline styles, which the policy of our pages forbids, and
// its text is not to be trusted: so it runs in a frame that has no origin and no network (frame.js),
// and what it draws comes back as text and is shown as <img>, where nothing can run or load.
(() => {
  const blocks = [...document.querySelectorAll('code.language-mermaid')].map((code) => code.parentElement);
  if (blocks.length === 0) return;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const figures = [];
  const tried = new Set();

  // The heading before a diagram says best what it shows.
  function headingBefore(block) {
    let heading = '';
    for (const element of document.querySelectorAll('article h1, article h2, article h3, article h4, article pre')) {
      if (element === block) break;
      if (element.tagName !== 'PRE') heading = element.textContent;
    }
    return heading;
  }

  function makeFigure(block) {
    const figure = document.createElement('figure');
    figure.className = 'diagram';
    const drawing = document.createElement('div');
    drawing.className = 'drawing';
    const image = document.createElement('img');
    image.alt = `Diagram: ${headingBefore(block)}. Its text stands below.`;
    drawing.append(image);
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = 'Text of the diagram';
    block.replaceWith(figure);
    details.append(summary, block);
    figure.append(drawing, details);
    return {figure, image, drawing};
  }

  // A click shows a large diagram in its own size, which may be wider than the page.
  function offerActualSize({figure, image, drawing}) {
    const isWhole = Number(image.getAttribute('width')) <= drawing.clientWidth;
    if (figure.querySelector('button') || isWhole) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Actual size';
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
      const isActual = figure.classList.toggle('actual');
      button.setAttribute('aria-pressed', String(isActual));
      if (isActual) drawing.tabIndex = 0;
    });
    figure.append(button);
  }

  const frame = document.createElement('iframe');
  frame.className = 'drawing-frame';
  frame.title = 'Draws diagrams';
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;

  const ask = () => blocks.forEach((block, index) => {
    const request = {index, text: block.textContent, theme: dark.matches ? 'dark' : 'default'};
    // A document without origin can be named by '*' only; this is the one that we put there.
    frame.contentWindow.postMessage(request, '*');
  });

  addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow) return;
    if (event.data === 'ready') {
      ask();
      return;
    }
    const {index, svg, width, height} = event.data;
    if (!Number.isInteger(index) || !blocks[index]) return;
    // A diagram that Mermaid refuses stays text.
    if (typeof svg === 'string') show(index, svg, width, height);
    tried.add(index);
    // For tests.
    if (tried.size === blocks.length) document.documentElement.dataset.diagrams = 'tried';
  });

  function show(index, svg, width, height) {
    figures[index] ??= makeFigure(blocks[index]);
    const {image} = figures[index];
    image.width = Math.round(Number(width));
    image.height = Math.round(Number(height));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    offerActualSize(figures[index]);
  }

  dark.addEventListener('change', ask);
  frame.src = frameAddress;
  document.body.append(frame);
})();
