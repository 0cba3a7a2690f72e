"""The lab: real RocketMQ clusters on 127.0.0.1, made to order, and what they leave behind. Not part of the package."""
