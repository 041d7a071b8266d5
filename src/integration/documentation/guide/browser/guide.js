'use strict';
/** Adds to the pages what needs JavaScript: copy buttons, and one choice of language for all samples. */
(() => {
  // Browsers offer the clipboard only over https and on localhost.
  if (navigator.clipboard) {
    for (const figure of document.querySelectorAll('figure.sample:not(.answer)')) addCopyButton(figure);
  }

  function addCopyButton(figure) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(figure.querySelector('code').textContent);
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not copied';
      }
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
    figure.querySelector('figcaption').append(button);
  }

  const KEY = 'guide-language';
  const choices = [...document.querySelectorAll('.tabs input')];
  const choose = (language) => {
    for (const choice of choices) if (choice.value === language) choice.checked = true;
  };
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      const before = choice.getBoundingClientRect().top;
      choose(choice.value);
      // Samples above may have another height now. The chosen one stays where it was on the screen.
      scrollBy(0, choice.getBoundingClientRect().top - before);
      store(choice.value);
    });
  }
  choose(stored());

  // A browser may forbid storage. The choice then lasts for one page.
  function stored() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }
  function store(language) {
    try {
      localStorage.setItem(KEY, language);
    } catch {
      // See above.
    }
  }
})();
