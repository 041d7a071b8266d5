'use strict';
/**
 * Swagger UI with less to draw: a closed part is one line, and parts that few readers open are folded. Each component that is
 * replaced keeps the class names and ids of Swagger UI's own.
 */
(() => {
  const form = document.getElementById('select');
  const chosen = new URLSearchParams(location.search).get('urls.primaryName');
  const option = [...form.options].find(({ text }) => text === chosen) ?? form.options[0];
  option.selected = true;
  form.addEventListener('change', () => {
    // A full load: quicker than Swagger UI forgetting the other document.
    location.search = `?urls.primaryName=${encodeURIComponent(form.selectedOptions[0].text)}`;
  });

  const dark = matchMedia('(prefers-color-scheme: dark)');
  const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', colour);
  colour();

  /** As Swagger UI makes an id of a name. */
  const idOf = (...names) => CSS.escape(names.join('-').replace(/ /g, '_'));

  /** Finds operations by group, path, summary and id, ignoring case; every word must match. */
  function opsFilter(groups, phrase) {
    const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (tag) => (entry) => {
      const of = (name) => entry.getIn(['operation', name]) ?? '';
      const text = [tag, entry.get('method'), entry.get('path'), of('summary'), of('operationId')];
      const searched = text.join(' ').toLowerCase();
      return words.every((word) => searched.includes(word));
    };
    return groups
      .map((group, tag) => group.update('operations', (all) => all.filter(fits(tag))))
      .filter((group) => group.get('operations').size > 0);
  }

  /**
   * Puts what a reference names in its place, in one part of the document. All references of ours are within it; Swagger
   * UI's own resolver looks through the whole document first, for a second and more.
   */
  async function resolveSubtree(document, path) {
    const at = (keys) => keys.reduce((value, key) => value?.[key], document);
    const resolved = (value, inside) => {
      if (Array.isArray(value)) return value.map((one) => resolved(one, inside));
      if (value === null || typeof value !== 'object') return value;
      // A reference with keywords that must not be next to it.
      if (Array.isArray(value.allOf) && value.allOf.length === 1) {
        const { allOf, ...own } = value;
        return resolved({ ...allOf[0], ...own }, inside);
      }
      const { $ref, ...beside } = value;
      if (typeof $ref !== 'string') {
        return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, inside)]));
      }
      // What contains itself is shown once.
      if (inside.includes($ref)) return beside;
      const target = at(
        $ref
          .replace('#/', '')
          .split('/')
          .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~')),
      );
      return resolved({ ...target, ...beside }, [...inside, $ref]);
    };
    return { spec: resolved(at(path), []), errors: [] };
  }

  const plugin = ({ React }) => {
    const h = React.createElement;

    /** A description of the documents: of Markdown they have code between backticks there, and no more. */
    const prose = (text) =>
      String(text)
        .split('`')
        .map((part, place) => (place % 2 === 1 ? h('code', { key: place }, part) : part));

    /** All of the page below its header. */
    const layout = (props) => {
      const { getComponent, specSelectors, layoutSelectors, layoutActions } = props;
      const part = (name) => getComponent(name, true);
      if (!specSelectors.specStr() || specSelectors.loadingStatus() !== 'success')
        return h(getComponent('BaseLayout', true), props);
      const filter = layoutSelectors.currentFilter();
      return h(
        'main',
        { className: 'swagger-ui' },
        h(part('errors')),
        h(part('InfoContainer')),
        h(
          'div',
          { className: 'tools' },
          h('input', {
            type: 'search',
            className: 'operation-filter-input',
            placeholder: 'Search: a path, a word, a group',
            'aria-label': 'Search the operations',
            value: typeof filter === 'string' ? filter : '',
            onChange: ({ target }) => layoutActions.updateFilter(target.value),
          }),
          h(part('AuthorizeBtnContainer')),
        ),
        h(part('operations')),
        h(part('Webhooks')),
      );
    };

    /** A group of operations: its name, and its content when it is open or during a search. */
    const group =
      (_original, system) =>
      ({ tag, tagObj, layoutSelectors, children }) => {
        const key = ['operations-tag', tag];
        const isShown = layoutSelectors.isShown(key, false);
        const isOpen =
          isShown || (typeof layoutSelectors.currentFilter() === 'string' && layoutSelectors.currentFilter() !== '');
        const description = tagObj.getIn(['tagDetails', 'description']);
        const toggle = (event) => {
          event.preventDefault();
          system.layoutActions.show(key, !isShown);
        };
        const heading = h(
          'h2',
          {
            className: 'opblock-tag',
            id: idOf(...key),
            'data-tag': tag,
            'data-is-open': isOpen,
            onClick: toggle,
            ref: (element) => void (element && system.layoutActions.readyToScroll(key, element)),
          },
          h('a', { href: `#/${encodeURIComponent(tag)}`, 'aria-expanded': isOpen }, tag),
          description ? h('small', null, prose(description)) : null,
        );
        return isOpen ? h('section', { className: 'opblock-tag-section is-open' }, heading, children) : heading;
      };

    /** An operation: one line until it is open. */
    const operation = (Original) => (props) => {
      const of = (name) => props.operation.get(name);
      if (of('isShown')) return h(Original, props);
      const method = of('method');
      const className = `opblock opblock-${method}${of('deprecated') ? ' opblock-deprecated' : ''}`;
      return h(
        'div',
        { className, id: idOf('operations', of('tag'), of('operationId')) },
        h(
          'button',
          { type: 'button', className: 'opblock-summary-control', 'aria-expanded': false, onClick: props.toggleShown },
          h('b', { className: 'opblock-summary-method' }, method.toUpperCase()),
          h('span', { className: 'opblock-summary-path' }, of('path')),
          of('summary'),
        ),
      );
    };

    /** Not before the operation is resolved: Swagger UI would look for one without a name, and wait for its answer for ever. */
    const execute = (Original) => (props) =>
      h(Original, { ...props, disabled: props.disabled || !props.operation.has('operationId') });

    /** The parameters of a kind that a text, a number or a choice is given for; others are Swagger UI's. */
    const row = (Original) => (props) => {
      const { rawParam, param, onChange, isExecute } = props;
      if (rawParam.get('x-alias-of')) return null;
      const schema = rawParam.get('schema');
      const type = schema?.get('type');
      if (!['string', 'integer', 'number', 'boolean'].includes(type)) return h(Original, props);
      const choices = type === 'boolean' ? ['true', 'false'] : schema.get('enum')?.toJS();
      const name = rawParam.get('name');
      const also = aliasesOf(props);
      const notes = [rawParam.get('description'), also.length > 0 ? `The same as ${also.join(', ')}.` : ''];
      const value = param.get('value') ?? '';
      const attributes = {
        value: String(value),
        disabled: !isExecute,
        'aria-label': name,
        className: param.get('errors')?.size ? 'invalid' : undefined,
        onChange: ({ target }) => onChange(rawParam, target.value === '' ? null : target.value, false),
      };
      const standard = schema.get('default');
      return h(
        'tr',
        { className: 'parameters', 'data-param-name': name, 'data-param-in': rawParam.get('in') },
        h(
          'td',
          { className: 'parameters-col_name' },
          h('b', { className: rawParam.get('required') ? 'parameter__name required' : 'parameter__name' }, name),
          ` ${type}${rawParam.get('in') === 'query' ? '' : `, ${rawParam.get('in')}`}`,
        ),
        h(
          'td',
          { className: 'parameters-col_description' },
          choices
            ? h(
                'select',
                attributes,
                h('option', { value: '' }, standard ?? '--'),
                choices.filter((one) => one !== standard).map((one) => h('option', { key: one }, one)),
              )
            : h('input', { ...attributes, placeholder: standard ?? rawParam.get('example') ?? '' }),
          h('p', null, prose(notes.filter(Boolean).join(' '))),
        ),
      );
    };
    const aliasesOf = ({ rawParam, specSelectors, pathMethod }) =>
      specSelectors
        .specResolvedSubtree(['paths', ...pathMethod, 'parameters'])
        .filter((one) => one.get('x-alias-of') === rawParam.get('name'))
        .map((one) => one.get('name'))
        .toArray();

    /** Successful responses; errors are one line until the reader opens it. */
    const responses = (Original) => (props) => {
      const isRefusal = (_response, status) => Number(status) >= 400;
      const refusals = props.responses.filter(isRefusal);
      return h(
        React.Fragment,
        null,
        h(Original, { ...props, responses: props.responses.filterNot(isRefusal) }),
        refusals.size > 0 ? h(Refusals, { refusals }) : null,
      );
    };
    const Refusals = ({ refusals }) => {
      const [isOpen, open] = React.useState(false);
      const button = h(
        'button',
        { type: 'button', className: 'fold', 'aria-expanded': isOpen, onClick: () => open(!isOpen) },
        `Refusals: ${refusals.keySeq().join(', ')}`,
      );
      return h('div', { className: 'refusals' }, button, isOpen ? refusalList(refusals) : null);
    };
    /** Each code with its message, which every example of a refusal has. */
    const refusalList = (refusals) =>
      h(
        'dl',
        null,
        refusals
          .flatMap((refusal, status) =>
            (refusal.getIn(['content', 'application/json', 'examples']) ?? refusals.clear()).mapEntries(
              ([code, example]) => [
                `${status} ${code}`,
                example.getIn(['value', 'error', 'message']) ??
                  example.getIn(['value', 'message']) ??
                  example.getIn(['value', 'error']) ??
                  '',
              ],
            ),
          )
          .map((message, code) => h(React.Fragment, { key: code }, h('dt', null, code), h('dd', null, prose(message))))
          .toArray(),
      );

    /** Response headers: few readers look for them, and every answer has the same. */
    const headers =
      () =>
      ({ headers: all }) => {
        const [isOpen, open] = React.useState(false);
        if (!all?.size) return null;
        const names = all.keySeq().join(', ');
        const described = () =>
          all.map((header, name) => h('li', { key: name }, `${name}: `, prose(header.get('description')))).toArray();
        return h(
          'div',
          { className: 'response-headers' },
          h(
            'button',
            { type: 'button', className: 'fold', 'aria-expanded': isOpen, onClick: () => open(!isOpen) },
            `Headers: ${names}`,
          ),
          isOpen ? h('ul', null, described()) : null,
        );
      };

    const webhooks = (Original) => (props) => {
      const [isOpen, open] = React.useState(false);
      return h(
        'section',
        { className: 'opblock-tag-section webhooks' },
        h(
          'h2',
          { className: 'opblock-tag', 'data-is-open': isOpen, onClick: () => open(!isOpen) },
          h(
            'a',
            { href: '#/webhooks', 'aria-expanded': isOpen, onClick: (event) => event.preventDefault() },
            'What webhooks send',
          ),
          h('small', null, 'The body of each event.'),
        ),
        isOpen ? h(Original, props) : null,
      );
    };

    /** The path of an open operation: a link would be a control within the button. */
    const path =
      () =>
      ({ text }) =>
        h('span', null, text);

    return {
      fn: { opsFilter, resolveSubtree },
      components: { ReferenceLayout: layout },
      wrapComponents: {
        OperationTag: group,
        operation,
        DeepLink: path,
        execute,
        parameterRow: row,
        responses,
        headers,
        Webhooks: webhooks,
      },
      statePlugins: {
        spec: {
          wrapActions: {
            // JSON is YAML; read as YAML it takes seconds.
            parseToJson: (_original, system) => (text) =>
              system.specActions.updateJsonSpec(JSON.parse(text ?? system.specSelectors.specStr())),
          },
        },
      },
    };
  };

  /** Attributes that a reader with a keyboard or a screen reader needs, and Swagger UI leaves out. */
  const MISSING = [
    ['.examples-select-element', 'aria-label', 'Example'],
    ['textarea', 'aria-label', 'Request body'],
    ['.copy-to-clipboard button', 'aria-label', 'Copy'],
    ['pre.microlight', 'tabindex', '0'],
    // The headings of an open operation come after that of its group, an h2.
    ['.opblock h4', 'aria-level', '3'],
    ['.opblock h5', 'aria-level', '4'],
  ];
  new MutationObserver(() => {
    for (const [selector, attribute, value] of MISSING) {
      for (const element of document.querySelectorAll(`${selector}:not([${attribute}])`))
        element.setAttribute(attribute, value);
    }
  }).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });

  SwaggerUIBundle({
    url: option.value,
    dom_id: '#swagger-ui',
    layout: 'ReferenceLayout',
    plugins: [plugin],
    deepLinking: true,
    persistAuthorization: true,
    displayRequestDuration: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 1,
    defaultModelRendering: 'example',
    filter: true,
    tryItOutEnabled: true,
    syntaxHighlight: { activated: false },
    validatorUrl: null,
  });
})();
