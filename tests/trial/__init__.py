"""A blind trial of an investigator: an LLM agent, or a person, with and without rmqkit. Calls no model."""
